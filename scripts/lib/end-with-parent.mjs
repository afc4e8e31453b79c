// Loaded into a program with node --import. A killed launcher cannot pass on a signal, but the channel between the
// two closes, and then the program stops as if it got one.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
