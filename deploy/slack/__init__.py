"""What of Slack is composed here: the app's manifest, and the connector of this installation."""
