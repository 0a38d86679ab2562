//! Whether two data are equal in Python.

use super::{Key, Value};

impl Value {
    /// Python's `==`: `1`, `1.0` and `True` are equal, and the order of keys does not count.
    pub fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Str(a), Self::Str(b)) => a == b,
            (Self::List(a), Self::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b)),
            (Self::Map(a), Self::Map(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(key, value)| {
                        let same = b.get(key).or_else(|| number_key(b, key));
                        same.is_some_and(|other| value.equals(other))
                    })
            }
            (a, b) => match (Number::of(a), Number::of(b)) {
                (Some(a), Some(b)) => a.equals(b),
                _ => false,
            },
        }
    }
}

/// The value of a key that is the same number in another type.
fn number_key<'a>(map: &'a super::Map, key: &Key) -> Option<&'a Value> {
    let number = Number::of_key(key)?;
    map.iter()
        .find(|(key, _)| Number::of_key(key).is_some_and(|it| it.equals(number)))
        .map(|(_, value)| value)
}

#[derive(Clone, Copy)]
enum Number {
    Whole(i64),
    Float(f64),
}

impl Number {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(truth) => Some(Self::Whole(i64::from(*truth))),
            Value::Int(number) => Some(Self::Whole(*number)),
            Value::Float(number) => Some(Self::Float(*number)),
            _ => None,
        }
    }

    fn of_key(key: &Key) -> Option<Self> {
        match key {
            Key::Bool(truth) => Some(Self::Whole(i64::from(*truth))),
            Key::Int(number) => Some(Self::Whole(*number)),
            Key::Float(number) => Some(Self::Float(*number)),
            Key::Str(_) | Key::Null => None,
        }
    }

    /// Exactly, as in Python: a large integer is not rounded to compare it with a float.
    fn equals(self, other: Self) -> bool {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::Whole(whole), Self::Float(float)) | (Self::Float(float), Self::Whole(whole)) => {
                // 2^63 is too large, and every whole float below it is an integer of 64 bits.
                let is_within = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float);
                #[expect(clippy::cast_possible_truncation, reason = "it is whole and within range")]
                let is_same = is_within && float.fract() == 0.0 && float as i64 == whole;
                is_same
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_is_what_python_takes_for_equal() {
        let value = |json: serde_json::Value| Value::from(json);
        let large = 9_007_199_254_740_993_i64;
        for (a, b, expected) in [
            (value(serde_json::json!(1)), value(serde_json::json!(1.0)), true),
            (value(serde_json::json!(1)), value(serde_json::json!(true)), true),
            (value(serde_json::json!(0)), value(serde_json::json!(false)), true),
            (value(serde_json::json!(0)), Value::Null, false),
            (value(serde_json::json!("1")), value(serde_json::json!(1)), false),
            (Value::Int(large), Value::Float(9_007_199_254_740_992.0), false),
            (Value::Float(f64::NAN), Value::Float(f64::NAN), false),
            (value(serde_json::json!([1, {"a": 2}])), value(serde_json::json!([1.0, {"a": 2.0}])), true),
            (value(serde_json::json!({"a": 1, "b": 2})), value(serde_json::json!({"b": 2, "a": true})), true),
            (value(serde_json::json!({"a": 1})), value(serde_json::json!({"b": 1})), false),
            (
                Value::Map([(Key::Int(1), Value::Null)].into()),
                Value::Map([(Key::Bool(true), Value::Null)].into()),
                true,
            ),
        ] {
            assert_eq!((a.equals(&b), b.equals(&a)), (expected, expected), "{a:?} {b:?}");
        }
    }
}
