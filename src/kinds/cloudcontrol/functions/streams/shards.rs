//! The hash keys of the shards of a stream, and the calls that give it the wanted number of shards. Pure functions.
//!
//! Hash keys are numbers of 128 bits, see <https://docs.aws.amazon.com/kinesis/latest/APIReference/API_HashKeyRange.html>.

use serde_json::Value as Json;

use model::Value;

/// An open shard.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Open {
    /// Its id.
    pub id: String,
    /// Its first hash key.
    pub start: u128,
    /// Its last hash key.
    pub end: u128,
}

/// One call on the way to shards of one size.
#[derive(Debug, PartialEq)]
pub(super) enum Move {
    /// The second part begins at this hash key.
    Split { shard: String, at: u128 },
    /// Both shards become one.
    Merge { shard: String, with: String },
}

/// A number; text if it has more than 63 bits.
pub(super) fn number(number: u128) -> Value {
    i64::try_from(number).map_or_else(|_| number.to_string().into(), Value::from)
}

fn key(shard: &Json, name: &str) -> Result<u128, String> {
    let found = shard.get("HashKeyRange").and_then(|range| range.get(name));
    // An answer of the function that returns numbers may be passed in again.
    let text = found.map(|it| it.as_str().map_or_else(|| it.to_string(), str::to_owned)).unwrap_or_default();
    text.parse().map_err(|_| format!("'{name}' of a shard is not a hash key: '{text}'"))
}

fn is_open(shard: &Json) -> bool {
    shard.get("SequenceNumberRange").is_none_or(|range| range.get("EndingSequenceNumber").is_none())
}

fn shards(stream: &Json) -> impl Iterator<Item = &Json> {
    stream.get("Shards").and_then(Json::as_array).into_iter().flatten()
}

/// The open shards of a description, in the order of their hash keys.
pub(super) fn open(stream: &Json) -> Result<Vec<Open>, String> {
    let of = |shard: &Json| {
        let id = shard.get("ShardId").and_then(Json::as_str).unwrap_or_default().to_owned();
        Ok(Open { id, start: key(shard, "StartingHashKey")?, end: key(shard, "EndingHashKey")? })
    };
    let mut all: Vec<Open> =
        shards(stream).filter(|it| is_open(it)).map(of).collect::<Result<_, String>>()?;
    all.sort_by_key(|it| it.start);
    Ok(all)
}

/// The lowest hash key, the highest one, and the description with its open shards in `OpenShards`.
pub(super) fn info(mut stream: Json) -> Result<Value, String> {
    let open = open(&stream)?;
    let highest = open.iter().map(|it| it.end).max().unwrap_or_default();
    for shard in stream.get_mut("Shards").and_then(Json::as_array_mut).into_iter().flatten() {
        if !is_open(shard) {
            continue;
        }
        for name in ["StartingHashKey", "EndingHashKey"] {
            let found = number(key(shard, name)?).to_json();
            if let Some(range) = shard.get_mut("HashKeyRange").and_then(Json::as_object_mut) {
                range.insert(name.to_owned(), found);
            }
        }
    }
    let place = |shard: &&Json| {
        let id = shard.get("ShardId").and_then(Json::as_str);
        open.iter().position(|it| Some(it.id.as_str()) == id)
    };
    let mut sorted: Vec<Json> = shards(&stream).filter(|it| is_open(it)).cloned().collect();
    sorted.sort_by_key(|shard| place(&shard));
    if let Some(all) = stream.as_object_mut() {
        all.insert("OpenShards".to_owned(), Json::Array(sorted));
    }
    Ok(Value::List(vec![0.into(), number(highest), stream.into()]))
}

/// The first call on the way to `size` shards of one size; none if they are so already.
///
/// The order is that of AWS: each shard has the place that it has in a new stream of that size.
pub(super) fn next(open: &[Open], size: u128) -> Result<Option<Move>, String> {
    let highest = open.iter().map(|it| it.end).max().unwrap_or_default();
    let share = highest / size;
    for (place, shard) in (0_u128..).zip(open) {
        let start = share.saturating_mul(place).saturating_add(place);
        let end = share.saturating_mul(place + 1).saturating_add(place).min(highest);
        if shard.start != start {
            return Err("starting hash keys mismatch, don't know what to do!".to_owned());
        }
        if shard.end == end {
            continue;
        }
        if shard.end > end.saturating_add(1) {
            return Ok(Some(Move::Split { shard: shard.id.clone(), at: end + 1 }));
        }
        let with = open.iter().skip_while(|it| it.id != shard.id).nth(1);
        let with = with.ok_or_else(|| format!("failed to find next shard after {}", shard.id))?;
        return Ok(Some(Move::Merge { shard: shard.id.clone(), with: with.id.clone() }));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const MIDDLE: u128 = 1 << 127;

    fn shard(id: &str, start: u128, end: u128) -> Open {
        Open { id: id.to_owned(), start, end }
    }

    #[test]
    fn one_shard_is_split_in_the_middle_and_two_are_merged() {
        let whole = [shard("a", 0, u128::MAX)];
        let half = [shard("a", 0, MIDDLE - 1), shard("b", MIDDLE, u128::MAX)];
        assert_eq!(next(&whole, 1), Ok(None));
        assert_eq!(next(&whole, 2), Ok(Some(Move::Split { shard: "a".to_owned(), at: MIDDLE })));
        assert_eq!(next(&half, 2), Ok(None));
        let merged = Move::Merge { shard: "a".to_owned(), with: "b".to_owned() };
        assert_eq!(next(&half, 1), Ok(Some(merged)));
    }

    #[test]
    fn shards_of_another_pattern_are_left_alone() {
        let odd = [shard("a", 5, u128::MAX)];
        assert!(next(&odd, 1).is_err_and(|said| said.contains("mismatch")));
    }

    #[test]
    fn closed_shards_do_not_count() {
        let range = |start: &str, end: &str| json!({"StartingHashKey": start, "EndingHashKey": end});
        let stream = json!({"Shards": [
            {"ShardId": "old", "HashKeyRange": range("0", "9"), "SequenceNumberRange": {"EndingSequenceNumber": "1"}},
            {"ShardId": "b", "HashKeyRange": range("5", "9"), "SequenceNumberRange": {}},
            {"ShardId": "a", "HashKeyRange": range("0", "4"), "SequenceNumberRange": {}},
        ]});
        assert_eq!(open(&stream), Ok(vec![shard("a", 0, 4), shard("b", 5, 9)]));
        let info = info(stream).expect("numbers").to_json();
        assert_eq!((&info[0], &info[1]), (&json!(0), &json!(9)));
        assert_eq!(
            info[2]["OpenShards"][0]["HashKeyRange"],
            json!({"StartingHashKey": 0, "EndingHashKey": 4})
        );
        assert_eq!(info[2]["Shards"][0]["HashKeyRange"], range("0", "9"));
    }
}
