"""WebSocket endpoint: transport, inbound messages and client sessions."""
