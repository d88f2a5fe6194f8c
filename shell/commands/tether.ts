/**
 * Loaded first into every process that another one of ours starts (`--import`): when that one is gone, however it
 * ended, this one is told to stop too, so that nothing goes on running unseen.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
