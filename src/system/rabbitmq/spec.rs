//! What an SLS may say below `rabbitmq_…`.

use crate::model::argument::Literal;
use crate::model::effect::{BY_PROGRAMS, BY_PROGRAMS_AND_HOSTS};
use crate::model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn number(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Integer, doc)
}

const NAME: Argument = word("name", "its name; the ID if left out");
const RUNAS: Argument = word("runas", "who runs rabbitmqctl");

const USER: &[Argument] = &[
    NAME,
    word("password", "its password; a new user without one cannot log in"),
    Argument::optional(
        "force",
        Shape::Boolean,
        "True sets the password at each run, or takes it away where none is declared",
    ),
    Argument::optional("tags", Shape::Texts, "its tags, as a list or with spaces between; others go"),
    Argument::optional(
        "perms",
        Shape::List(&Shape::Table(&Shape::Texts)),
        "what it may do in virtual hosts: three patterns for what it may configure, write and read. Those of other virtual hosts stay",
    ),
    RUNAS,
];

const POLICY: &[Argument] = &[
    NAME,
    Argument::required("pattern", Shape::Text, "a pattern for the names that it is for"),
    Argument::required(
        "definition",
        Shape::Either(&[Shape::Text, Shape::Table(&Shape::Any)]),
        "what it sets, as JSON or as a mapping",
    ),
    number("priority", "the one with the highest is used; 0 if left out").or(Literal::Int(0)),
    word("vhost", "its virtual host; / if left out").or(Literal::Text("/")),
    RUNAS,
    word("apply_to", "queues, exchanges or all; a new one is for all if left out"),
];

const UPSTREAM: &[Argument] = &[
    NAME,
    Argument::required(
        "uri",
        Shape::Texts,
        "where it is: amqp://user:password@host; several with spaces between",
    ),
    number("prefetch_count", "how many messages are on their way at most"),
    number("reconnect_delay", "after how many seconds it connects again"),
    word("ack_mode", "on-confirm, on-publish or no-ack"),
    Argument::optional("trust_user_id", Shape::Boolean, "whether user IDs of messages are passed on"),
    word("exchange", "the exchange there; the same name if left out"),
    number("max_hops", "over how many links a message goes at most"),
    number("expires", "after how many milliseconds it forgets this node"),
    number("message_ttl", "how many milliseconds it keeps messages for this node"),
    word("ha_policy", "the x-ha-policy of the queue there"),
    word("queue", "the queue there; the same name if left out"),
    RUNAS,
];

const CLUSTER: &[Argument] = &[
    word("name", "a name of the state's own; the ID if left out"),
    Argument::required("host", Shape::Text, "the host of a node of the cluster"),
    word("user", "what that node's name begins with").or(Literal::Text("rabbit")),
    Argument::optional("ram_node", Shape::Boolean, "whether this node keeps what it holds in memory alone"),
    RUNAS.or(Literal::Text("root")),
];

/// The functions of `rabbitmq_…`, except those of clusters.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(&["rabbitmq_user.present"], USER, "Has a node of RabbitMQ know a user.")
        .does(BY_PROGRAMS),
    Function::absent(&["rabbitmq_user.absent"], &[NAME, RUNAS], "Has a node of RabbitMQ not know a user.")
        .does(BY_PROGRAMS),
    Function::present(&["rabbitmq_vhost.present"], &[NAME], "Has a node of RabbitMQ hold a virtual host.")
        .does(BY_PROGRAMS),
    Function::absent(&["rabbitmq_vhost.absent"], &[NAME], "Has a node of RabbitMQ not hold a virtual host.")
        .does(BY_PROGRAMS),
    Function::present(&["rabbitmq_policy.present"], POLICY, "Has a node of RabbitMQ hold a policy.")
        .does(BY_PROGRAMS),
    Function::absent(
        &["rabbitmq_policy.absent"],
        &[NAME, word("vhost", "its virtual host; / if left out").or(Literal::Text("/")), RUNAS],
        "Has a node of RabbitMQ not hold a policy.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "enabled",
        &["rabbitmq_plugin.enabled"],
        &[NAME, RUNAS],
        "Has a plugin of RabbitMQ enabled, and those that it needs.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "disabled",
        &["rabbitmq_plugin.disabled"],
        &[NAME, RUNAS],
        "Has a plugin of RabbitMQ disabled, and those that need it.",
    )
    .does(BY_PROGRAMS),
    Function::present(
        &["rabbitmq_upstream.present"],
        UPSTREAM,
        "Has a node of RabbitMQ know an upstream of its federation. A setting that is left out has its default.",
    )
    .does(BY_PROGRAMS),
    Function::absent(
        &["rabbitmq_upstream.absent"],
        &[NAME, RUNAS],
        "Has a node of RabbitMQ not know an upstream of its federation.",
    )
    .does(BY_PROGRAMS),
];

/// The functions of `rabbitmq_cluster`.
pub(super) const OF_CLUSTERS: &[Function] = &[Function::other(
    "joined",
    &["rabbitmq_cluster.joined", "rabbitmq_cluster.join"],
    CLUSTER,
    "Has this node of RabbitMQ be in a cluster. It joins with nothing in it: what it holds is lost.",
)
.does(BY_PROGRAMS_AND_HOSTS)];
