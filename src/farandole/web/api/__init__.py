"""The methods that a page calls. Each yields events, and the last event is the result: see `farandole.web.protocol`."""
