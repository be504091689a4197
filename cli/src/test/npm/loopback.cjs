// Has a server that would listen on all interfaces listen on loopback: node --require loopback.cjs
const net = require('node:net');

const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
  return typeof port === 'number' && typeof rest[0] !== 'string'
    ? listen.call(this, port, '127.0.0.1', ...rest)
    : listen.call(this, port, ...rest);
};
