/** Why a file could not be used. */
export type FileProblemKind = 'refused' | 'not_found' | 'wrong_type' | 'permission' | 'failed';

/** Thrown by the file services, and converted to a result by the tool. */
export class FileProblem extends Error {
  constructor(
    readonly kind: FileProblemKind,
    message: string,
  ) {
    super(message);
    this.name = 'FileProblem';
  }

  /** The path changed between the check and the use. */
  static swapped(path: string): FileProblem {
    return new FileProblem('refused', `Access to ${path} refused: it was replaced while it was being opened`);
  }

  /** Converts a system error to a plain message. */
  static from(error: unknown, path: string, wanted: 'File' | 'Directory' = 'File'): FileProblem {
    if (error instanceof FileProblem) return error;
    const { code, message } = error as NodeJS.ErrnoException;
    switch (code) {
      case 'ENOENT':
        return new FileProblem('not_found', `${wanted} not found: ${path}`);
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
        return new FileProblem('permission', `Permission denied: ${path}`);
      case 'EISDIR':
        return new FileProblem('wrong_type', `Not a file: ${path}`);
      case 'ENOTDIR':
        return new FileProblem('wrong_type', `Not a directory: ${path}`);
      case 'ELOOP':
      case 'ENXIO':
        return FileProblem.swapped(path);
      default:
        return new FileProblem('failed', `${path}: ${message}`);
    }
  }
}

/** Thrown if the directory of a file to be written does not exist and must not be created. */
export class MissingDirectory extends FileProblem {
  constructor(path: string) {
    super('not_found', `Directory not found: ${path}`);
    this.name = 'MissingDirectory';
  }
}
