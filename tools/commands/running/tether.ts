/**
 * Preloaded (`--import`) into every process that another process of ours starts. However the parent ends, this process
 * stops too, so that nothing continues to run unnoticed.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
