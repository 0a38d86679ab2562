//! Services.

use super::part::{Part, by_name, unique};
use super::{Call, Plan, Present, port};
use machine::firewalld;
use model::{Map, Value};

pub(super) fn plan(call: &Call<'_>, seen: &Present) -> Result<Plan, String> {
    let own = call.name;
    let mut plan = Plan::default();
    let service = seen.settings.clone().unwrap_or_default();
    if seen.settings.is_none() {
        plan.kept.push(firewalld::permanent(&[format!("--new-service={own}")]));
        let change = [("old".into(), "".into()), ("new".into(), own.into())];
        plan.changes.insert(own.into(), Value::Map(Map::from_iter(change)));
    }
    let of = format!("--service={own}");
    for (argument, option) in [("ports", "port"), ("protocols", "protocol")] {
        // Lists that are left out are not managed.
        let Some(wanted) = call.fields.texts(argument).map(unique) else { continue };
        if let Some(complaint) =
            wanted.iter().filter(|_| argument == "ports").find_map(|it| port::complaint(it))
        {
            return Err(complaint);
        }
        let current = service.words(argument);
        let difference = if argument == "ports" {
            port::difference(&wanted, &current)
        } else {
            by_name(&wanted, &current)
        };
        let part = Part { shown: argument, of: &of, option, current, prunes: true };
        part.put(&mut plan, wanted, difference, |text| text.into());
    }
    Ok(plan)
}
