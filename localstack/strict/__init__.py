"""A layer before moto that behaves as AWS does on an ordinary and on a bad day.

`server.py --strict` puts it between the socket and moto. For each request, in this order (layer.py):

1. `calls` reads which operation is called, with which parameters.
2. `faults` lets a test refuse, throttle, cut or lose a call.
3. `validation` checks the parameters against the service's own model (botocore's); `limits` checks what only the
   documentation says. `wording` writes a refusal in the protocol of the request.
4. `tokens` answers a call with a client token that was carried out before. `holds` refuses what AWS still holds:
   dependencies of things just deleted, names that cannot be reused yet.
5. `lag` answers a read from the state before a recent write, by a copy of this process.
6. `pages` gives an answer the page size that AWS uses.

`busy` and `lifetimes` change moto itself: things are creating, modifying and deleting for a while.
`settings` holds what is switched on; `control` is the endpoint that changes it; `worlds` gives each test an account.

Nothing here knows the product.
"""
