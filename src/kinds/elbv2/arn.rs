//! Parts of ARNs of this service.

/// CloudWatch's name of a thing: `app/web/50dc6c495c0c9188` of a balancer, `targetgroup/web/73e2d6bc24d8a067` of a group.
///
/// See <https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-cloudwatch-metrics.html>.
pub(super) fn full_name(arn: &str) -> &str {
    let resource = arn.splitn(6, ':').nth(5).unwrap_or(arn);
    resource.strip_prefix("loadbalancer/").unwrap_or(resource)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cloudwatch_knows_things_by_the_end_of_their_arn() {
        let arn = |resource: &str| format!("arn:aws:elasticloadbalancing:us-east-1:123456789012:{resource}");
        assert_eq!(full_name(&arn("loadbalancer/app/web/50dc")), "app/web/50dc");
        assert_eq!(full_name(&arn("targetgroup/web/73e2")), "targetgroup/web/73e2");
    }
}
