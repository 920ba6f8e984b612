"""The ground floor: one TOML file and the environment become frozen settings. Imports nothing of ours."""
