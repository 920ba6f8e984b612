"""The demo: a house with a scripted agent, one finished request and one that waits for a tap (O1, O4)."""
