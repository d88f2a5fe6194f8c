import type { CDPSession } from 'playwright';

/** Lighthouse's mobile throttling: a slow 4G connection and a phone a quarter as fast as this machine. */
const CONNECTION = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const CPU = 4;

/** Slows a page down like Lighthouse's phone and connection. */
export async function throttle(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', CONNECTION);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
}

/**
 * Throttles a page's network like Lighthouse's, and that of every frame in a process of its own, before its first request. The
 * processor is not throttled: Chromium makes a process slow by having it spin, also while it has nothing to do, so that
 * two slow processes leave nothing of two processors for the browser and the servers.
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
      // A frame that has gone again needs nothing.
      devtools.send('Target.sendMessageToTarget', message).catch(() => undefined);
    }
  });
  await devtools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
}
