//! `salt.state` with `rolling`: the job goes through an Auto Scaling group in batches, behind the health of its balancers.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures::future::LocalBoxFuture;
use tokio::time::{Instant, sleep};

use super::super::ask_aws::{Asked, ask};
use super::super::{Ended, failed, usage};
use super::bridge::Connected;
use fleet::jobs::{Look, Rolling, RollingMember, RollingPlan, Step, share};
use fleet::targets::Instance;
use model::{Key, Map, Value, python};

/// How long nothing may change while it waits, in seconds, unless `patience` says otherwise.
const PATIENCE: i64 = 600;
/// Between two looks at AWS, in seconds, unless `interval` says otherwise.
const INTERVAL: i64 = 10;
/// What `rolling` may hold.
const KEYS: [&str; 10] = [
    "group",
    "share",
    "by",
    "min_in_service",
    "stop_on_alarms",
    "settle",
    "patience",
    "interval",
    "region",
    "profile",
];
/// The states of a balancer in which an instance gets requests: of classic balancers, and of target groups.
const SERVING: [&str; 2] = ["InService", "healthy"];

/// What `rolling` says.
pub struct RollingOptions {
    group: String,
    share: String,
    by_zone: bool,
    min_in_service: Option<usize>,
    alarms: Vec<String>,
    settle: Duration,
    patience: u64,
    interval: Duration,
    place: Vec<(&'static str, Value)>,
}

impl RollingOptions {
    /// Reads it.
    pub fn read(rolling: &Map) -> Result<Self, Ended> {
        if let Some(other) = rolling.keys().find(|key| !KEYS.iter().any(|known| **key == Key::from(*known))) {
            return Err(usage(format!("rolling has no '{other}': {}", KEYS.join(", "))));
        }
        let text = |key: &str| rolling.get(key).filter(|value| !value.is_null()).map(python::text);
        let number = |key: &str, default: i64| {
            let read =
                rolling.get(key).map_or(Some(default), Value::as_int).and_then(|it| u64::try_from(it).ok());
            read.ok_or_else(|| usage(format!("rolling: {key} is a whole number")))
        };
        let by_zone = match text("by").as_deref() {
            None => false,
            Some("zone") => true,
            Some(other) => return Err(usage(format!("rolling: by is 'zone', not '{other}'"))),
        };
        let min = rolling.get("min_in_service").map(|_| number("min_in_service", 0)).transpose()?;
        let alarms = match rolling.get("stop_on_alarms") {
            None | Some(Value::Null) => vec![],
            Some(Value::List(alarms)) => alarms.iter().map(python::text).collect(),
            Some(one) => vec![python::text(one)],
        };
        let place =
            ["region", "profile"].into_iter().filter_map(|key| Some((key, rolling.get(key)?.clone())));
        Ok(Self {
            group: text("group").ok_or_else(|| usage("rolling: group is missing"))?,
            share: text("share").unwrap_or_else(|| "1".to_owned()),
            by_zone,
            min_in_service: min.and_then(|min| usize::try_from(min).ok()),
            alarms,
            settle: Duration::from_secs(number("settle", 0)?),
            patience: number("patience", PATIENCE)?,
            interval: Duration::from_secs(number("interval", INTERVAL)?.max(1)),
            place: place.collect(),
        })
    }

    fn call(&self, service: &str, operation: &str, parameters: &[(&str, Value)]) -> Asked {
        let parameters: Value = parameters.iter().map(|(key, value)| (*key, value.clone())).collect();
        let named = [vec![("parameters", parameters)], self.place.clone()].concat();
        Asked::new("aws.call", [service, operation].map(Value::from).to_vec(), &named)
    }
}

/// The group as AWS describes it.
struct Group {
    /// Instances by their IDs, with zone and whether the group has them in service.
    instances: BTreeMap<String, (String, bool)>,
    balancers: Vec<String>,
    target_groups: Vec<String>,
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.as_map().and_then(|map| map.get(key)?.as_list()).unwrap_or_default()
}

fn text(value: &Value, key: &str) -> String {
    value.as_map().and_then(|map| map.get(key)).map(python::text).unwrap_or_default()
}

impl Group {
    fn read(answer: &Value, name: &str) -> Option<Self> {
        let found = list(answer, "AutoScalingGroups")
            .iter()
            .find(|group| text(group, "AutoScalingGroupName") == name)?;
        let instance = |one: &Value| {
            let is_in_service =
                text(one, "LifecycleState") == "InService" && text(one, "HealthStatus") != "Unhealthy";
            (text(one, "InstanceId"), (text(one, "AvailabilityZone"), is_in_service))
        };
        let names = |key: &str| list(found, key).iter().map(python::text).collect();
        Some(Self {
            instances: list(found, "Instances").iter().map(instance).collect(),
            balancers: names("LoadBalancerNames"),
            target_groups: names("TargetGroupARNs"),
        })
    }
}

/// Whom `rolling` goes through: AWS, and the instances of the fleet.
pub struct Roller<'a> {
    connected: &'a Connected,
    options: RollingOptions,
}

/// Why it stopped, and the instances that this is about.
pub type Stopped = Option<(String, Vec<String>)>;

impl<'a> Roller<'a> {
    /// Nothing is asked yet.
    pub fn new(connected: &'a Connected, options: RollingOptions) -> Self {
        Self { connected, options }
    }

    async fn group(&self) -> Result<Group, Ended> {
        let names = Value::List(vec![self.options.group.as_str().into()]);
        let call = self.options.call(
            "autoscaling",
            "DescribeAutoScalingGroups",
            &[("AutoScalingGroupNames", names)],
        );
        let answers = self.ask(vec![call]).await?;
        let group = answers.first().and_then(|answer| Group::read(answer, &self.options.group));
        group
            .ok_or_else(|| failed(format!("rolling: AWS has no Auto Scaling group '{}'", self.options.group)))
    }

    async fn ask(&self, asked: Vec<Asked>) -> Result<Vec<Value>, Ended> {
        let answers = ask(&self.connected.opened.settings, asked).await;
        answers.map_err(|why| failed(format!("rolling: AWS cannot be asked: {why}")))
    }

    /// Who is in service now, and which alarms are on. An alarm that is not there stops the job as one that is on: a wrong name
    /// must not watch nothing.
    async fn look(&self) -> Result<(Group, Look), Ended> {
        let group = self.group().await?;
        let by_name = |name: &String| {
            self.options.call("elb", "DescribeInstanceHealth", &[("LoadBalancerName", name.as_str().into())])
        };
        let by_arn = |arn: &String| {
            self.options.call("elbv2", "DescribeTargetHealth", &[("TargetGroupArn", arn.as_str().into())])
        };
        let mut calls: Vec<Asked> = group.balancers.iter().map(by_name).collect();
        calls.extend(group.target_groups.iter().map(by_arn));
        if !self.options.alarms.is_empty() {
            let names = self.options.alarms.iter().map(|name| name.as_str().into()).collect();
            calls.push(self.options.call(
                "cloudwatch",
                "DescribeAlarms",
                &[("AlarmNames", Value::List(names))],
            ));
        }
        let mut answers = self.ask(calls).await?;
        let alarms = if self.options.alarms.is_empty() { None } else { answers.pop() };
        let in_service = group.instances.iter().filter(|(_, (_, is_in_service))| *is_in_service);
        let mut in_service: BTreeSet<String> = in_service.map(|(id, _)| id.clone()).collect();
        for answer in &answers {
            let serving = serving(answer);
            in_service.retain(|id| serving.contains(id));
        }
        let alarms = alarms.map_or_else(Vec::new, |answer| on(&answer, &self.options.alarms));
        Ok((group, Look { in_service, alarms }))
    }

    /// Goes through the instances; `run` has a batch run, and gives those of it that failed.
    pub async fn roll(
        &self,
        instances: &[Instance],
        allow_fail: usize,
        run: &mut dyn AsyncRun,
    ) -> Result<Stopped, Ended> {
        let (group, first) = self.look().await?;
        let members = members(instances, &group, &self.options.group)?;
        let width = share(&self.options.share, group.instances.len()).map_err(usage)?;
        let plan = RollingPlan {
            width,
            by_zone: self.options.by_zone,
            min_in_service: self
                .options
                .min_in_service
                .unwrap_or_else(|| first.in_service.len().saturating_sub(width)),
            allow_fail,
            patience: self.options.patience,
        };
        let began = Instant::now();
        let mut rolling = Rolling::new(plan, members);
        let mut look = first;
        loop {
            match rolling.next(&look, began.elapsed().as_secs()) {
                Step::Done => return Ok(None),
                Step::Stop(why) => return Ok(Some((why, rolling.concerned(&look)))),
                Step::Wait(what) => {
                    tracing::info!("rolling {}: waiting for {what}", self.options.group);
                    sleep(self.options.interval).await;
                }
                Step::Run(batch) => {
                    let of_batch = |one: &&Instance| batch.iter().any(|member| member.id == one.id);
                    let chosen: Vec<Instance> = instances.iter().filter(of_batch).cloned().collect();
                    let failed = run.run(chosen).await?;
                    rolling.ran(&batch, &failed);
                    sleep(self.options.settle).await;
                }
            }
            look = self.look().await?.1;
        }
    }
}

/// Has a batch run.
pub trait AsyncRun {
    /// Gives the IDs of those that failed.
    fn run(&mut self, batch: Vec<Instance>) -> LocalBoxFuture<'_, Result<Vec<String>, Ended>>;
}

/// The instances that a balancer or a target group sends requests to.
fn serving(answer: &Value) -> BTreeSet<String> {
    let of_balancer =
        list(answer, "InstanceStates").iter().map(|it| (text(it, "InstanceId"), text(it, "State")));
    let of_targets = list(answer, "TargetHealthDescriptions").iter().filter_map(|it| {
        let map = it.as_map()?;
        Some((text(map.get("Target")?, "Id"), text(map.get("TargetHealth")?, "State")))
    });
    let all = of_balancer.chain(of_targets);
    all.filter(|(_, state)| SERVING.contains(&state.as_str())).map(|(id, _)| id).collect()
}

/// The alarms of these that are on, or are not there.
fn on(answer: &Value, wanted: &[String]) -> Vec<String> {
    let known = ["MetricAlarms", "CompositeAlarms"].into_iter().flat_map(|key| list(answer, key));
    let states: BTreeMap<String, String> =
        known.map(|it| (text(it, "AlarmName"), text(it, "StateValue"))).collect();
    let told = |name: &String| match states.get(name).map(String::as_str) {
        Some("ALARM") => Some(name.clone()),
        Some(_) => None,
        None => Some(format!("{name} (not there)")),
    };
    wanted.iter().filter_map(told).collect()
}

/// Each instance of the job in the group. One that is not in it, or does not say which it is, would never be in service.
fn members(instances: &[Instance], group: &Group, name: &str) -> Result<Vec<RollingMember>, Ended> {
    let member = |one: &Instance| {
        let grain = one.grains.as_ref().and_then(|grains| grains.get("ec2_instance_id"));
        let instance =
            grain.map(python::text).ok_or_else(|| format!("{} has no grain ec2_instance_id", one.id))?;
        let (zone, _) = group
            .instances
            .get(&instance)
            .ok_or_else(|| format!("{} ({instance}) is not in the group {name}", one.id))?;
        Ok(RollingMember { zone: zone.clone(), id: one.id.clone(), instance })
    };
    let read: Result<Vec<_>, String> = instances.iter().map(member).collect();
    read.map_err(|why| failed(format!("rolling: {why}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn map(json: serde_json::Value) -> Map {
        Value::from(json).as_map().cloned().unwrap()
    }

    #[test]
    fn what_rolling_says_is_checked() {
        let options = RollingOptions::read(&map(json!({
            "group": "web", "share": "25%", "by": "zone", "min_in_service": 2, "stop_on_alarms": ["5xx"], "region": "us-east-1",
        })));
        let options = options.map_err(|ended| ended.to_text()).unwrap();
        assert_eq!((options.group.as_str(), options.share.as_str(), options.by_zone), ("web", "25%", true));
        assert_eq!((options.min_in_service, options.patience, options.alarms.len()), (Some(2), 600, 1));
        for (wrong, said) in [
            (json!({}), "group is missing"),
            (json!({"group": "a", "shares": 1}), "rolling has no 'shares'"),
            (json!({"group": "a", "by": "rack"}), "by is 'zone', not 'rack'"),
            (json!({"group": "a", "min_in_service": -1}), "min_in_service is a whole number"),
            (json!({"group": "a", "patience": "soon"}), "patience is a whole number"),
        ] {
            let refused = RollingOptions::read(&map(wrong.clone())).err().unwrap().to_text();
            assert!(refused.contains(said), "{wrong}: {refused}");
        }
    }

    #[test]
    fn who_is_in_service_is_read_of_both_kinds_of_balancers_and_of_the_group() {
        let classic = json!({"InstanceStates": [
            {"InstanceId": "i-1", "State": "InService"}, {"InstanceId": "i-2", "State": "OutOfService"},
        ]});
        let targets = json!({"TargetHealthDescriptions": [
            {"Target": {"Id": "i-1"}, "TargetHealth": {"State": "healthy"}},
            {"Target": {"Id": "i-2"}, "TargetHealth": {"State": "draining"}},
        ]});
        for answer in [classic, targets] {
            assert_eq!(serving(&Value::from(answer)), BTreeSet::from(["i-1".to_owned()]));
        }
        let group = json!({"AutoScalingGroups": [{
            "AutoScalingGroupName": "web", "LoadBalancerNames": ["lb"], "TargetGroupARNs": "", "Instances": [
                {"InstanceId": "i-1", "AvailabilityZone": "a", "LifecycleState": "InService", "HealthStatus": "Healthy"},
                {"InstanceId": "i-2", "AvailabilityZone": "b", "LifecycleState": "Standby", "HealthStatus": "Healthy"},
                {"InstanceId": "i-3", "AvailabilityZone": "b", "LifecycleState": "InService", "HealthStatus": "Unhealthy"},
            ],
        }]});
        let group = Group::read(&Value::from(group), "web").unwrap();
        let states: Vec<_> = group.instances.values().map(|(zone, is_in)| (zone.as_str(), *is_in)).collect();
        assert_eq!(states, [("a", true), ("b", false), ("b", false)]);
        assert_eq!((group.balancers, group.target_groups.len()), (vec!["lb".to_owned()], 0));
        assert!(Group::read(&Value::from(json!({"AutoScalingGroups": ""})), "web").is_none());
    }

    #[test]
    fn an_alarm_that_is_not_there_stops_as_one_that_is_on() {
        let answer = json!({
            "MetricAlarms": [{"AlarmName": "5xx", "StateValue": "ALARM"}, {"AlarmName": "cpu", "StateValue": "OK"}],
            "CompositeAlarms": [{"AlarmName": "all", "StateValue": "INSUFFICIENT_DATA"}],
        });
        let wanted = ["5xx", "cpu", "all", "typo"].map(str::to_owned);
        assert_eq!(on(&Value::from(answer), &wanted), ["5xx", "typo (not there)"]);
    }
}
