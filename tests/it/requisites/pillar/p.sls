s: text
i: 5
b: true
l: [1]
d: {x: 1}
n: null
e: ""
