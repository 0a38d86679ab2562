//! AWS's token buckets, kept as AWS describes them: so many tokens, one a call, refilled as time goes by.

use std::collections::HashMap;
use std::time::Duration;

use aws::budget::limits;
use tokio::time::Instant;

/// All buckets of the account.
pub struct Buckets {
    speed: f64,
    grace: Duration,
    buckets: HashMap<String, (f64, Instant)>,
    granted: HashMap<String, f64>,
}

impl Buckets {
    /// Full ones.
    pub fn new(speed: f64, grace: Duration) -> Self {
        Self { speed, grace, buckets: HashMap::new(), granted: HashMap::new() }
    }

    /// Lets more through than the published limit.
    pub fn grant(&mut self, bucket: &str, per_second: f64) {
        self.granted.insert(bucket.to_owned(), per_second);
    }

    /// Takes a token; false when there is none, so that the call is throttled.
    pub fn take(&mut self, service: &str, operation: &str) -> bool {
        let Some(limit) = limits::of(name_of(service), operation) else { return true };
        let now = Instant::now();
        let granted = self.granted.get(&limit.bucket).map_or(1.0, |granted| granted / limit.pace.per_second);
        let per_second = limit.pace.per_second * granted * self.speed;
        let capacity = limit.pace.capacity * granted + per_second * self.grace.as_secs_f64();
        let (tokens, since) = self.buckets.entry(limit.bucket).or_insert((capacity, now));
        let refill = now.duration_since(*since).as_secs_f64() * per_second;
        *since = now;
        *tokens = (*tokens + refill).min(capacity);
        let has_one = *tokens >= 1.0;
        if has_one {
            *tokens -= 1.0;
        }
        has_one
    }
}

/// The service's name in the table, from the one that requests are signed with.
fn name_of(service: &str) -> &'static str {
    match service {
        "autoscaling" => "Auto Scaling",
        "ec2" => "EC2",
        "elasticloadbalancing" => "Elastic Load Balancing",
        "iam" => "IAM",
        "monitoring" => "CloudWatch",
        "route53" => "Route 53",
        "servicequotas" => "Service Quotas",
        "sqs" => "SQS",
        _ => "",
    }
}
