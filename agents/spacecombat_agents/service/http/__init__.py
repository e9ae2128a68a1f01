"""The service over HTTP and WebSockets: endpoints, long polling, middleware, pages, rate limits."""
