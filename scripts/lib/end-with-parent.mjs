// Loaded into a program by whoever starts it (node --import): a launcher that is killed cannot pass on a signal any more,
// but the channel between the two closes, and then the program stops as if it had been asked to.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
