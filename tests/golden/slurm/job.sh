#!/bin/bash

# Parameters
#SBATCH --chdir={folder}
#SBATCH --job-name=rrspec-00
#SBATCH --nodes=1
#SBATCH --open-mode=append
#SBATCH --output={folder}/%j_0_log.out
#SBATCH --signal=USR2@90
#SBATCH --time=14

# setup
module load python/3.11

# command
export SUBMITIT_EXECUTOR=slurm
exec {python} -P -u -m submitit.core._submit {folder}
