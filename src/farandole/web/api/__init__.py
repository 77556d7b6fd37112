"""The methods that a page calls; each yields events, the last of which is a result: see `farandole.web.protocol`."""
