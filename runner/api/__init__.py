"""The `api` protocol: models driven through native APIs with the tools of a real MCP server."""
