// The commands that the server runs itself, for editors that do not: those that need no question to the user.
import { commands } from '../../protocol/src/requests';

export const serverCommands: readonly string[] = [commands.selectInstance];
