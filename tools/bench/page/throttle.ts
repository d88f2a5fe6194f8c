import type { CDPSession } from 'playwright';

/** Lighthouse's mobile throttling: a slow 4G connection and a CPU slowed down four times. */
const CONNECTION = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const CPU = 4;

/** Throttles a page like Lighthouse's phone and connection. */
export async function throttle(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', CONNECTION);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
}

/**
 * Throttles the network of a page, and of every frame in a separate process before its first request, like Lighthouse.
 * The CPU is not throttled: Chromium throttles a process by making it spin even when idle, so two throttled processes
 * would use up two processors and leave nothing for the browser and the servers.
 */
export async function throttleConnection(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', CONNECTION);
  devtools.on('Target.attachedToTarget', ({ sessionId }) => {
    const commands = [
      { id: 1, method: 'Network.emulateNetworkConditions', params: CONNECTION },
      { id: 2, method: 'Runtime.runIfWaitingForDebugger' },
    ];
    for (const command of commands) {
      const message = { sessionId, message: JSON.stringify(command) };
      // The frame may already have been removed.
      devtools.send('Target.sendMessageToTarget', message).catch(() => undefined);
    }
  });
  await devtools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
}
