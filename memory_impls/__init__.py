"""Designs of long-term memory and the contract they implement."""
