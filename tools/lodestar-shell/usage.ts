export const DEFAULT_PORT = 4300;
export const GALLERY_PORT = 4400;
export const DEFAULT_DATA = '.lodestar/shell';

export const USAGE = `Runs Lodestar on this machine with demo data: gateway, API, shell and the hospital's remotes.

  lodestar-shell
    --port ${DEFAULT_PORT}     port of the application; 0 takes a free one
    --data FOLDER   folder of keys and published remotes (default: ${DEFAULT_DATA}); demo data is new at every start

  lodestar-shell --backend https://lodestar.example.org    shell and remotes here, with the data of a deployed backend
    --key FILE      key of a team that the backend's gateway lists (default: SIGNING_KEY_FILE, else the one in .lodestar/keys)
    --writable      also change data there; without it, only reading and signing in are allowed

  lodestar-shell keys add TEAM --remotes pharmacy --public-key KEY     let a team publish remotes here
  lodestar-shell keys remove TEAM
  lodestar-shell keys list

  lodestar-shell gallery     the components of shared-ui in all their states
    --port ${GALLERY_PORT}`;
