//! Load balancers as other services name them.

use model::Reference;

/// The kind of classic balancers.
const CLASSIC: &str = "elb.load_balancer";
/// The kind of application and network balancers.
const BALANCER: &str = "elbv2.load_balancer";

/// The balancer that `elb:<name>` or `elbv2:<name>` names. The first means any balancer; a classic one comes before another.
pub fn named(text: &str) -> Option<Vec<Reference>> {
    let (prefix, name) = text.split_once(':').filter(|(_, name)| !name.is_empty())?;
    let kinds: &[&'static str] = match prefix {
        "elb" => &[CLASSIC, BALANCER],
        "elbv2" => &[BALANCER],
        _ => return None,
    };
    Some(kinds.iter().map(|kind| Reference::new(kind, name)).collect())
}

/// True for a classic balancer or another one.
pub fn is_one(reference: &Reference) -> bool {
    [CLASSIC, BALANCER].contains(&reference.kind)
}

/// The resource that `elbv2:<name>` names in a dimension of the metrics of balancers and target groups.
pub fn of_dimension(dimension: &str, value: &str) -> Option<Reference> {
    let kind = match dimension {
        "LoadBalancer" => BALANCER,
        "TargetGroup" => "elbv2.target_group",
        _ => return None,
    };
    Some(Reference::new(kind, value.strip_prefix("elbv2:")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balancer_is_named_with_its_sort_or_without() {
        let kinds = |text| named(text).map(|all| all.iter().map(|it| it.kind).collect::<Vec<_>>());
        assert_eq!(kinds("elb:web"), Some(vec![CLASSIC, BALANCER]));
        assert_eq!(kinds("elbv2:web"), Some(vec![BALANCER]));
        assert_eq!((kinds("elb:"), kinds("www.example.com")), (None, None));
    }

    #[test]
    fn dimensions_name_balancers_and_target_groups() {
        assert_eq!(of_dimension("LoadBalancer", "elbv2:web"), Some(Reference::new(BALANCER, "web")));
        assert_eq!(
            of_dimension("TargetGroup", "elbv2:web"),
            Some(Reference::new("elbv2.target_group", "web"))
        );
        assert_eq!(of_dimension("LoadBalancer", "app/web/50dc"), None);
        assert_eq!(of_dimension("InstanceId", "elbv2:web"), None);
    }
}
