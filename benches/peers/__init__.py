"""The contenders: how each is given the same stacks, and what each leaves out."""
