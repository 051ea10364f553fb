/** Builds the arguments with which bubblewrap confines one program. Pure. */
import { placesInOrder, type SandboxPlace, type SandboxPlan } from "./sandbox-plan.ts";

/**
 * Namespaces of its own for processes (nothing outside can be signalled or looked into), memory that is shared by name, and
 * the network where that is off. All capabilities go, or a command of root could take the mounts away again.
 *
 * Not among them: `--new-session`, because commands have a session without a terminal anyway, and `--die-with-parent`,
 * which would end what a command has put in the background.
 */
export function bubblewrapIsolation(options: { readonly network: boolean }): readonly string[] {
  return [
    ...["--unshare-user-try", "--unshare-pid", "--unshare-ipc"],
    ...(options.network ? [] : ["--unshare-net"]),
    ...["--cap-drop", "ALL"],
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
  ];
}

/** Everything up to and with the `--` before the program. */
export function bubblewrapArguments(plan: SandboxPlan): readonly string[] {
  const places = placesInOrder(plan);
  return [
    ...bubblewrapIsolation(plan),
    ...places.flatMap((place) => mountArguments(place, plan.temp)),
    // After all mounts, since mounting below a directory takes an empty one inside of it to mount on.
    ...places.flatMap(({ kind, path, isDirectory }) =>
      kind === "hidden" && isDirectory ? ["--remount-ro", path] : [],
    ),
    ...["--chdir", plan.cwd, "--"],
  ];
}

/** A mount covers what was mounted below it before, so these must come in the order of `placesInOrder`. */
function mountArguments({ kind, path, isDirectory }: SandboxPlace, temp: string): readonly string[] {
  switch (kind) {
    case "shared-temp":
      return ["--bind", temp, path];
    case "visible":
    case "read-only":
      return ["--ro-bind", path, path];
    case "writable":
    // A directory that is a mount cannot be renamed, so nothing can be put in the place of what it holds.
    case "anchor":
      return ["--bind", path, path];
    case "absent":
      // There is nothing to mount on, and bubblewrap would leave an empty file behind.
      return [];
    case "hidden":
      // A device on a mount without devices: it is there, and cannot be opened.
      return isDirectory ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
    default:
      return kind satisfies never;
  }
}
