"""The page on the network: what it shows, who may do what, and the server that runs beside the loop."""
