lamps:
  boto_iot.thing_type_present:
    - thingTypeName: lamps
    - thingTypeDescription: lamps of the street
    - searchableAttributesList: [watts, street]
    - deprecated: true
    - tags: {}
    - profile: aws_profile
