from setuptools import setup
setup(name='m', author_email='jane@cs.example.edu')
