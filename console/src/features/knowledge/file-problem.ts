/** The endings of files that the service reads. */
export const fileEndings = ['.pdf', '.docx', '.html', '.htm', '.md', '.markdown', '.txt', '.csv'];
/** The largest file that the service takes. */
const megabytesMax = 20;

/** Returns why the service would refuse a file, with the name of the file, or null. A large file is not sent in vain. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  if (!fileEndings.some((ending) => name.toLowerCase().endsWith(ending)))
    return `${name} cannot be read; its name must end in ${fileEndings.join(', ')}.`;
  if (size === 0) return `${name} is empty.`;
  if (size > megabytesMax * 2 ** 20)
    return `${name} has ${Math.ceil(size / 2 ** 20)} MB; a file has ${megabytesMax} MB at most.`;
  return null;
}
