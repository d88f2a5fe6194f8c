/**
 * Entry `shared-ui/vault`: a small encrypted store on the phone, for data that must outlive the page and must not be
 * stored in plain text. One vault per owner. Owners are named `<purpose>/<user id>`, so that each purpose has its own
 * lifetime: `unsent/…` outlives a session that ran out, everything else is deleted with it.
 * @module
 */
export { findVault, openVault, type Vault, VaultUnavailable, VaultWiped, vaultOwners, wipeVault } from './vault.ts';
