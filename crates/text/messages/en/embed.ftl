### A page inside another, and a teacher's goal.

# Leads out of a frame: the same plan in a new tab.
open = Open in a new tab

# Name of the goal's line for screen readers.
goal = Goal
