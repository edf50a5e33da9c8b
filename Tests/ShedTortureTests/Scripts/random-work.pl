#!/usr/bin/perl
# Makes, saves, renames, swaps and removes at random: random-work.pl ROOT BIN LOG SEED SECONDS
#
# Only below ROOT. Nothing that others may rely on is ever unlinked: what is removed goes to BIN, outside of the project.
# Each file's first line is a token that no other file has; the tokens of all files made are in LOG. So each token must
# be found below the project or in BIN afterwards. The folder own-SEED is this worker's alone, and there it does unlink.
use strict;
use warnings;
use Config;
use Fcntl;

my ($root, $bin, $log, $seed, $seconds) = @ARGV;
die "usage: $0 ROOT BIN LOG SEED SECONDS\n" unless defined $seconds;
my $renameat2 = $Config{archname} =~ /x86_64/ ? 316 : $Config{archname} =~ /aarch64|riscv64/ ? 276 : die "renameat2: which number?\n";
my ($noreplace, $exchange) = (1, 2);
srand $seed;
open my $made, '>>', $log or die "$log: $!\n";
$made->autoflush(1);
my ($count, $done) = (0, 0);
my $own = "$root/own-$seed";
mkdir $own;

sub rename_flags { my ($from, $to, $flags) = @_; return syscall($renameat2, -100, $from, -100, $to, $flags) == 0 }

sub entries {
  opendir my $directory, $_[0] or return ();
  return grep { !/^\./ && !/^own-/ } readdir $directory;
}

sub folder {
  my $path = $root;
  while (rand() < 0.75) {
    my @folders = grep { -d "$path/$_" && !-l "$path/$_" } entries($path);
    last unless @folders;
    $path .= '/' . $folders[rand @folders];
  }
  return $path;
}

sub entry {
  my ($is_folder) = @_;
  my $path = folder();
  my @fitting = grep { $is_folder ? -d "$path/$_" : -f "$path/$_" } entries($path);
  return @fitting ? "$path/" . $fitting[rand @fitting] : undef;
}

sub fresh { $count++; return ($_[0] || 'w') . "$seed-$count" . (rand() < 0.5 ? '.txt' : '') }

sub write_file {
  my ($path, $text) = @_;
  sysopen my $file, $path, O_WRONLY | O_CREAT | O_EXCL or return 0;
  syswrite $file, $text;
  close $file;
  return 1;
}

my %work = (
  make => sub {
    my $name = fresh();
    my $text = "token $seed-$count\n" . ("line of $seed-$count\n" x int(rand 20));
    print $made "token $seed-$count\n" if write_file(folder() . "/$name", $text);
  },
  folder => sub { mkdir folder() . '/' . fresh('d') },
  append => sub {
    my $path = entry(0) or return;
    sysopen my $file, $path, O_WRONLY | O_APPEND or return;
    syswrite $file, "more\n";
  },
  # As editors save: a new file takes the place of the old one. Whatever stands there by then is kept.
  save => sub {
    my $path = entry(0) or return;
    open my $file, '<', $path or return;
    my $text = join '', <$file>;
    my ($directory) = $path =~ m{^(.*)/};
    my $temporary = "$directory/.save-$seed-" . ++$count;
    write_file($temporary, $text . "saved\n") or return;
    rename_flags($temporary, $path, $exchange);
    rename_flags($temporary, "$bin/$seed-$count", $noreplace);
  },
  rename => sub { my $path = entry(0) or return; rename_flags($path, folder() . '/' . fresh('r'), $noreplace) },
  move => sub { my $path = entry(1) or return; rename_flags($path, folder() . '/' . fresh('m'), $noreplace) },
  swap => sub { my $kind = int rand 2; my ($a, $b) = (entry($kind), entry($kind)); rename_flags($a, $b, $exchange) if $a && $b && $a ne $b },
  remove => sub { my $path = entry(rand() < 0.15) or return; rename_flags($path, "$bin/$seed-" . ++$count, $noreplace) },
  empty => sub { my $path = entry(1) or return; rmdir $path },
  own => sub { write_file("$own/" . fresh('o'), "own\n") },
  unlink => sub { my @mine = entries($own); unlink "$own/$mine[rand @mine]" if @mine },
);
my @kinds = (('make') x 6, 'folder', ('append') x 2, ('save') x 3, ('rename') x 5, 'move', 'swap', ('remove') x 4, 'empty', 'own', 'unlink');

my $end = time + $seconds;
while (time < $end) {
  $work{$kinds[rand @kinds]}->();
  $done++;
  select undef, undef, undef, 0.001;
}
print "$done\n";
