use serde_json::{Value as Json, json};

use super::template::read;
use super::*;
use crate::declaration::{Live, Want, of_arguments};
use kind::Resource;

#[test]
fn a_template_in_yaml_is_what_it_says_in_json() {
    let yaml = "Resources:\n  Vpc:\n    Type: AWS::EC2::VPC\n    Properties:\n      CidrBlock: !Ref Cidr\n      Tags:\n      - {Key: Name, Value: !Sub '${AWS::StackName}-vpc'}\nOutputs:\n  Id: {Value: !GetAtt Vpc.VpcId}\n";
    let expected = json!({
        "Resources": {"Vpc": {"Type": "AWS::EC2::VPC", "Properties": {
            "CidrBlock": {"Ref": "Cidr"},
            "Tags": [{"Key": "Name", "Value": {"Fn::Sub": "${AWS::StackName}-vpc"}}],
        }}},
        "Outputs": {"Id": {"Value": {"Fn::GetAtt": ["Vpc", "VpcId"]}}},
    });
    assert_eq!(read(yaml), Ok(expected.clone()));
    assert_eq!(read(&expected.to_string()), Ok(expected));
    assert!(read("just text").is_err() && read("{").is_err());
}

#[test]
fn parameters_are_taken_however_they_are_written() {
    let expected = json!({"Cidr": "10.0.0.0/16", "Count": "2"});
    for written in [
        json!({"Cidr": "10.0.0.0/16", "Count": 2}),
        json!([["Cidr", "10.0.0.0/16"], ["Count", 2, true]]),
        json!([{"ParameterKey": "Cidr", "ParameterValue": "10.0.0.0/16"}, {"ParameterKey": "Count", "ParameterValue": 2}]),
    ] {
        let spec = of_arguments::<Stack>(json!({"name": "network", "parameters": written}));
        assert_eq!(spec.properties["Parameters"], expected, "{written}");
    }
}

#[test]
fn what_is_for_a_new_stack_is_not_compared() {
    let declared = json!({"name": "network", "timeout_in_minutes": 5, "on_failure": "DO_NOTHING"});
    let spec = of_arguments::<Stack>(declared);
    assert_eq!(Json::from(spec.initial), json!({"TimeoutInMinutes": 5}));
    assert_eq!(Json::from(spec.properties), json!({"DisableRollback": true, "StackName": "network"}));
}

#[test]
fn a_parameter_with_no_echo_is_neither_compared_nor_shown() {
    let template = "Parameters:\n  Password: {Type: String, NoEcho: true, Default: default-horse}\n  Pin: {Type: String, NoEcho: 'True'}\n  Cidr: {Type: String}\n";
    let properties = json!({
        "TemplateBody": read(template).unwrap(),
        "Parameters": {"Password": "battery-staple", "Pin": "7", "Cidr": "10.0.0.0/16"},
    });
    let properties = properties.as_object().cloned().unwrap();
    let mut want =
        Want { spec: of_arguments::<Stack>(json!({"name": "a"})), facts: TYPE.facts(), is_promised: false };
    want.spec.properties = properties.clone();
    want.facts.write_only.extend(template::secrets(&properties));
    let created = Stack::diff(&want, None);
    let shown = format!("{:?}", created.changes);
    assert!(!shown.contains("battery-staple") && !shown.contains("default-horse"), "{shown}");
    assert!(shown.contains("10.0.0.0/16"), "{shown}");
    let live = |cidr: &str| Live {
        properties: json!({
            "TemplateBody": template,
            "Parameters": {"Password": "****", "Pin": "****", "Cidr": cidr},
        }),
        ..Live::default()
    };
    let mut same = live("10.0.0.0/16");
    same.properties["TemplateBody"] = properties["TemplateBody"].clone();
    assert!(Stack::diff(&want, Some(&same)).is_empty());
    let mut other = live("10.1.0.0/16");
    other.properties["TemplateBody"] = properties["TemplateBody"].clone();
    let changed = Stack::diff(&want, Some(&other));
    assert_eq!(changed.changes.len(), 1, "{changed:?}");
    let crate::plan::Step::Update { patch, .. } = &changed.steps[0] else { panic!() };
    assert!(patch.text().contains("battery-staple"), "AWS would take the default otherwise");
}
