// RELEASE_RESTART of the upgrade under load: asks the process that started the services to restart one.
const [address, name] = process.argv.slice(2);
const response = await fetch(address, { method: 'POST', body: name });
if (!response.ok) {
  console.error(await response.text());
  process.exit(1);
}
