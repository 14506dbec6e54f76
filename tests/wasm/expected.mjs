// What the native library answers to the golden questions.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes the torture set with the command, and returns it with the lines that the golden program prints. */
export function expectedLines(program, command, share) {
  const folder = mkdtempSync(join(tmpdir(), 'allide-golden-'));
  try {
    execFileSync(command, ['torture', '-o', folder]);
    const torture = readdirSync(folder).sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const file = join(folder, 'all');
    writeFileSync(file, JSON.stringify(torture));
    return { lines: execFileSync(program, [share, file], { encoding: 'utf8' }).trim().split('\n'), torture };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
