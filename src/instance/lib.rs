//! The instance side: identity of a machine on EC2, its way into service, and its deployments.

pub mod artifact;
pub mod bootstrap;
pub mod deploy;
pub mod identity;
pub mod lease;
pub mod notice;
pub mod policy;
pub mod publish;
pub mod store;

aws::client!(
    /// Auto Scaling.
    AutoScaling aws_sdk_autoscaling
);
aws::client!(
    /// EC2.
    Ec2 aws_sdk_ec2
);
aws::client!(
    /// S3.
    S3Service aws_sdk_s3 force_path_style
);
