"""Augmented random search on CartPole with numpy alone: the simulation, the search, the evaluation."""
