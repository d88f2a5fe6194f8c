import { withOwnCommands } from 'server-kit/paths';

export const PUBLISH_USAGE = withOwnCommands(`Publishes a remote, or undoes a publication.

  npm run publish-remote -- surveys-mfe [--version 1.3.0]   build it and make it active
  npm run publish-remote -- --dir <folder>                  publish a build from another place
  npm run publish-remote -- surveys-mfe --share 10          build it for 10 % of browsers (also with --dir, --version)
  npm run publish-remote -- surveys --share 50              change the share of the version on trial
  npm run publish-remote -- surveys --promote               make the version on trial active for everyone
  npm run publish-remote -- surveys --rollback              end the trial, else make the last healthy version active
  npm run publish-remote -- surveys --to 1.2.0              make a published version active
  npm run publish-remote -- surveys --revoke 1.3.0          remove a version permanently
  npm run publish-remote -- surveys --history               who did what, when and why
  npm run publish-remote -- --dir <folder> --preview 12     show it as the preview of a pull request to browsers with its link
  npm run publish-remote -- surveys --preview 12 --end      end that preview
    --days 14             when a preview ends without a new build (1 to 30)
    --link-file <file>    also append the link to a preview to a file, as preview_url=..., for pipelines
    --at <address>        register a build that your own server serves at this address, instead of sending its files
    --gateway <address>   a gateway to publish to; repeated, the first that responds (default: GATEWAYS)
    --key <file>          the team's key (default: SIGNING_KEY_FILE, else the fitting one in .lodestar/keys)
    --if-new              do nothing if this version is published already, for pipelines
    --why "text"          a reason for the history
    --force "reason"      publish a build that can-i-publish rejects; the history records it
In a remote's own project, the name and --dir dist can be left out. A survey without --key or SIGNING_KEY_FILE is
sandboxed: it runs in a separate frame. "shell" can be used as a name, except for trials.
Without a gateway, DEPLOY_ROOT is the gateway's folder on this machine.`);

export const GATE_USAGE =
  withOwnCommands(`Checks whether a built remote may be published: one line per clause, with "yes" or "no" and the reason.

  npm run can-i-publish -- <folder with remote.json>
    --gateway <address>   have a running gateway check it (default: compare with DEPLOY_ROOT)
    --key <file>          check as a team's version, signed with this key (default: SIGNING_KEY_FILE)
    --receipt <file>      the conformance kit's receipt, if it is not next to remote.json
The exit code is 0 if every line says yes, else 1.`);

export const KEYS_USAGE = `Manages the keys with which teams sign their remotes. Changes count at once in running gateways.

  npm run keys -- create TEAM --remotes timeline,records                    create a team's key pair on this machine
  npm run keys -- add TEAM --remotes timeline,records --public-key KEY      add a team that created its key on another machine,
                                                                            or remotes to a team
  npm run keys -- remove TEAM                                               withdraw a team's key: it can publish nothing more
  npm run keys -- list                                                      list the gateway's teams
  npm run keys -- sign https://surveys.example.org/2.0.0/remote.json [--key FILE]
                                                                            print the registry.json entry of that version
"*" instead of names is any remote. --why "text" gives a reason for the history (publish-remote -- NAME --history).
Private keys are in .lodestar/keys (DATA_ROOT moves it), public keys in its teams.json (TEAM_KEYS_FILE names another file).`;

export const PROJECT_KEYS_USAGE = `Creates the key with which your team signs its remotes.

  npx keys create TEAM --remotes pharmacy,orders

The private key is written to .lodestar/keys/TEAM.pem: keep it secret and out of version control. The gateway's operator
adds the public key with the command that is printed.`;
