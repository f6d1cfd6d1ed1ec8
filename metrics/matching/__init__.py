"""Does this text state this atom?"""
