"""Work spread over processes and machines, that can be stopped anywhere and go on with any engine."""
