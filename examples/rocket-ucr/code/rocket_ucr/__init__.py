"""ROCKET with numpy alone: read UCR data, draw kernels, transform, classify."""
