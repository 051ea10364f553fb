/** Where secrets lie on a person's machine: what commands in the sandbox cannot read, and why. */

export interface SecretPlaces {
  readonly why: string;
  /** Files or directories below the home directory. */
  readonly paths: readonly string[];
}

/** Taken from the documentation of the programs concerned; a place that does not exist costs nothing. */
export const HOME_SECRETS: readonly SecretPlaces[] = [
  {
    why: "keys to other machines, and what signs and decrypts",
    paths: [".ssh", ".gnupg", ".password-store", ".local/share/keyrings", ".pki", ".age", ".config/sops", ".1password"],
  },
  {
    why: "credentials of clouds",
    paths: [
      ".aws",
      ".azure",
      ".config/gcloud",
      ".config/doctl",
      ".config/rclone",
      ".boto",
      ".s3cfg",
      ".oci",
      ".databrickscfg",
      ".terraform.d/credentials.tfrc.json",
      ".vault-token",
      ".fly",
      ".config/netlify",
      ".local/share/com.vercel.cli",
      ".config/.wrangler",
    ],
  },
  {
    why: "credentials of clusters and image registries",
    paths: [".kube", ".docker/config.json", ".docker/run", ".config/containers/auth.json", ".config/helm/registry"],
  },
  {
    why: "tokens of code hosts, and passwords that git and curl use",
    paths: [
      ".config/gh",
      ".config/hub",
      ".config/glab-cli",
      ".config/git/credentials",
      ".git-credentials",
      ".netrc",
      "_netrc",
    ],
  },
  {
    why: "tokens of package registries",
    paths: [
      ".npmrc",
      ".yarnrc.yml",
      ".pypirc",
      ".cargo/credentials",
      ".cargo/credentials.toml",
      ".gem/credentials",
      ".m2/settings.xml",
      ".m2/settings-security.xml",
      ".gradle/gradle.properties",
      ".nuget/NuGet/NuGet.Config",
      ".composer/auth.json",
      ".config/composer/auth.json",
      ".config/pip/pip.conf",
    ],
  },
  { why: "passwords of databases", paths: [".pgpass", ".my.cnf", ".mylogin.cnf", ".dbshell"] },
  {
    why: "keys of model providers, trust and settings of agents",
    paths: [".skillful", ".claude.json", ".claude/.credentials.json", ".codex", ".gemini", ".config/openai"],
  },
  {
    why: "sessions that browsers and mail programs are signed in to",
    paths: [
      ".mozilla",
      ".thunderbird",
      ".librewolf",
      ".config/google-chrome",
      ".config/chromium",
      ".config/BraveSoftware",
      ".config/microsoft-edge",
      ".config/vivaldi",
      ".config/opera",
      "snap/firefox",
      "snap/chromium",
      ".var/app/org.mozilla.firefox",
      ".var/app/com.google.Chrome",
      "Library/Safari",
      "Library/Cookies",
      "Library/Application Support/Google/Chrome",
      "Library/Application Support/Firefox",
      "Library/Application Support/BraveSoftware",
      "Library/Application Support/Microsoft Edge",
      "Library/Application Support/Arc",
      "Library/Mail",
      "Library/Messages",
    ],
  },
  {
    why: "sessions of messengers and password managers",
    paths: [
      ".config/Signal",
      ".config/Slack",
      ".config/discord",
      ".config/1Password",
      ".config/op",
      ".config/Bitwarden",
    ],
  },
  { why: "the keychain", paths: ["Library/Keychains"] },
  { why: "the right to draw on and type into the screen", paths: [".Xauthority", ".ICEauthority"] },
  {
    why: "what was typed, passwords in arguments included",
    paths: [
      ".bash_history",
      ".zsh_history",
      ".zsh_sessions",
      ".sh_history",
      ".local/share/fish/fish_history",
      ".python_history",
      ".node_repl_history",
      ".psql_history",
      ".mysql_history",
      ".sqlite_history",
      ".rediscli_history",
      ".irb_history",
    ],
  },
];

/** Absolute places, outside of the home directory, that a command could use to act outside of its sandbox. */
export const SYSTEM_SECRETS: readonly SecretPlaces[] = [
  {
    why: "sockets of services that start programs for whoever may talk to them",
    paths: [
      "/run/docker.sock",
      "/var/run/docker.sock",
      "/run/containerd",
      "/run/podman",
      "/run/crio",
      "/run/libvirt",
      "/run/dbus",
      "/run/systemd/private",
      "/run/snapd.socket",
      "/var/lib/lxd/unix.socket",
      "/var/snap/lxd/common/lxd/unix.socket",
      "/run/WSL",
    ],
  },
  { why: "sockets of the person's session: its bus, its agents, its screen", paths: ["/run/user", "/run/screen"] },
  { why: "tokens that orchestrators mount", paths: ["/run/secrets", "/var/run/secrets"] },
];

/** Variables that lead to those sockets; without the sockets they only cause puzzling errors. */
export const SESSION_VARIABLES: readonly string[] = [
  "SSH_AUTH_SOCK",
  "SSH_AGENT_PID",
  "GPG_AGENT_INFO",
  "DBUS_SESSION_BUS_ADDRESS",
  "DBUS_SYSTEM_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "TMUX",
  "STY",
  "DOCKER_HOST",
  "WSL_INTEROP",
];
