//! The arguments of `rabbitmq_…`.

use model::argument::Literal;
use model::effect::{BY_PROGRAMS, BY_PROGRAMS_AND_HOSTS};
use model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn number(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Integer, doc)
}

const NAME: Argument = word("name", "its name; the ID if left out");
const RUNAS: Argument = word("runas", "the user that runs rabbitmqctl");

const USER: &[Argument] = &[
    NAME,
    Argument::secret("password", "its password; a new user without one cannot log in"),
    Argument::optional(
        "force",
        Shape::Boolean,
        "True sets the password at each run, or removes it if none is declared",
    ),
    Argument::optional(
        "tags",
        Shape::Texts,
        "its tags, as a list or separated by spaces; others are removed",
    ),
    Argument::optional(
        "perms",
        Shape::List(&Shape::Table(&Shape::Texts)),
        "its permissions in virtual hosts: three patterns of names, to configure, write and read. Those in other virtual hosts stay",
    ),
    RUNAS,
];

const POLICY: &[Argument] = &[
    NAME,
    Argument::required("pattern", Shape::Text, "a pattern of its names"),
    Argument::required(
        "definition",
        Shape::Either(&[Shape::Text, Shape::Table(&Shape::Any)]),
        "its settings, as JSON or as a mapping",
    ),
    number("priority", "the policy with the highest priority is used; 0 if left out").or(Literal::Int(0)),
    word("vhost", "its virtual host; / if left out").or(Literal::Text("/")),
    RUNAS,
    word("apply_to", "queues, exchanges or all; a new one is for all if left out"),
];

const UPSTREAM: &[Argument] = &[
    NAME,
    Argument::required(
        "uri",
        Shape::Texts,
        "its URI: amqp://user:password@host; several separated by spaces",
    ),
    number("prefetch_count", "the largest number of unconfirmed messages"),
    number("reconnect_delay", "after how many seconds it connects again"),
    word("ack_mode", "on-confirm, on-publish or no-ack"),
    Argument::optional("trust_user_id", Shape::Boolean, "whether user IDs of messages are passed on"),
    word("exchange", "the exchange of the upstream; the same name if left out"),
    number("max_hops", "the largest number of links that a message may pass"),
    number("expires", "after how many milliseconds the upstream forgets this node"),
    number("message_ttl", "for how many milliseconds the upstream keeps messages for this node"),
    word("ha_policy", "the x-ha-policy of the upstream's queue"),
    word("queue", "the queue of the upstream; the same name if left out"),
    RUNAS,
];

const CLUSTER: &[Argument] = &[
    word("name", "the name of the state; the ID if left out"),
    Argument::required("host", Shape::Text, "the host of a node of the cluster"),
    word("user", "the first part of that node's name").or(Literal::Text("rabbit")),
    Argument::optional("ram_node", Shape::Boolean, "whether this node keeps its data only in memory"),
    RUNAS.or(Literal::Text("root")),
];

/// The functions of `rabbitmq_…`, except those of clusters.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(&["rabbitmq_user.present"], USER, "Creates or changes a user of a RabbitMQ node.")
        .does(BY_PROGRAMS),
    Function::absent(&["rabbitmq_user.absent"], &[NAME, RUNAS], "Removes a user of a RabbitMQ node.")
        .does(BY_PROGRAMS),
    Function::present(&["rabbitmq_vhost.present"], &[NAME], "Creates a virtual host of a RabbitMQ node.")
        .does(BY_PROGRAMS),
    Function::absent(&["rabbitmq_vhost.absent"], &[NAME], "Removes a virtual host of a RabbitMQ node.")
        .does(BY_PROGRAMS),
    Function::present(&["rabbitmq_policy.present"], POLICY, "Creates or changes a policy of a RabbitMQ node.")
        .does(BY_PROGRAMS),
    Function::absent(
        &["rabbitmq_policy.absent"],
        &[NAME, word("vhost", "its virtual host; / if left out").or(Literal::Text("/")), RUNAS],
        "Removes a policy of a RabbitMQ node.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "enabled",
        &["rabbitmq_plugin.enabled"],
        &[NAME, RUNAS],
        "Enables a plugin of RabbitMQ, and those that it needs.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "disabled",
        &["rabbitmq_plugin.disabled"],
        &[NAME, RUNAS],
        "Disables a plugin of RabbitMQ, and those that need it.",
    )
    .does(BY_PROGRAMS),
    Function::present(
        &["rabbitmq_upstream.present"],
        UPSTREAM,
        "Creates or changes an upstream of a RabbitMQ node's federation. A setting that is left out gets its default.",
    )
    .does(BY_PROGRAMS),
    Function::absent(
        &["rabbitmq_upstream.absent"],
        &[NAME, RUNAS],
        "Removes an upstream of a RabbitMQ node's federation.",
    )
    .does(BY_PROGRAMS),
];

/// The functions of `rabbitmq_cluster`.
pub(super) const OF_CLUSTERS: &[Function] = &[Function::other(
    "joined",
    &["rabbitmq_cluster.joined", "rabbitmq_cluster.join"],
    CLUSTER,
    "Joins this RabbitMQ node to a cluster. The node loses its own data.",
)
.does(BY_PROGRAMS_AND_HOSTS)];
